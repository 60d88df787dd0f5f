// The command `serve`: answers on a real port until it is interrupted or told to shut down.

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ServeCommand } from '../arguments.ts'
import { Failure } from '../failure.ts'
import { authorityFile, devCertificate, readCertificate } from '../files/certificate.ts'
import { readProjectionFolder } from '../files/projection-folder.ts'
import { readScenario } from '../files/scenario-file.ts'
import { counted } from '../terminal.ts'
import { createServeLog } from './serve-log.ts'
import type { Tools } from '../tools.ts'
import { bringFolder, watchFolder } from './served-projections.ts'

export async function runServe(command: ServeCommand, { terminal, openFolder, startServer, untilInterrupted }: Tools): Promise<void> {
  const {
    kind: _kind,
    config: _config,
    log: format,
    notes,
    db,
    seed,
    clock,
    insecure,
    release: chosen,
    ui,
    caching,
    scenario: file,
    cert,
    key,
    devCert,
    projections,
    watch,
    ...given
  } = command
  // At once: as the first process of a container it would not end otherwise.
  const interrupted = untilInterrupted()
  const log = createServeLog(format, terminal, () => new Date())
  for (const note of notes) log.warn(note)
  if (ui !== undefined && !existsSync(join(ui, 'index.html')))
    throw new Failure(`"${ui}" has no index.html: --ui takes the folder of built pages.`)
  const scenario = file === undefined ? undefined : await readScenario(file)
  const release = chosen ?? scenario?.release
  // What is wrong in a file is told before anything is opened.
  if (projections !== undefined) readProjectionFolder(projections)
  const storage = db === undefined ? undefined : openFolder(db)
  const certificate = cert !== undefined ? readCertificate(cert, key!) : devCert === undefined ? undefined : await devCertificate(devCert)
  let endWatch: (() => void) | undefined
  const started = await startServer({
    ...given,
    seed,
    // A story with a seed begins when it says.
    clock: clock ?? (seed === undefined ? undefined : scenario?.clock),
    ...(release && { release }),
    ui,
    certificate,
    ...(storage && { storage }),
    security: insecure ? 'insecure' : 'secure',
    disableHttpCaching: !caching,
    warn: log.warn,
    environment: { log: log.query },
    prepare: async (store) => {
      store.onSelfFeeding((name) =>
        log.warn(`The projection "${name}" feeds itself: it emits in response to its own events, and continues until it is disabled.`),
      )
      log.watch(store.requests)
      if (scenario) {
        const seeded = await store.seed(scenario, { onlyFresh: true })
        log.warn(
          seeded.kind === 'seeded'
            ? `Seeded ${counted(seeded.appended, 'event')}.`
            : `The store in "${db}" is in use: the scenario was skipped.`,
        )
      }
      if (projections === undefined) return
      for (const line of await bringFolder(store, projections)) log.warn(line)
      if (watch) endWatch = watchFolder(store, projections, log.warn)
    },
  })
  await log.tell(`Listening on ${started.url}${db === undefined ? ', in memory' : `, store in "${db}"`}.`)
  if (command.control) await log.tell(`Control: ${started.url}/-/${ui === undefined ? `, workbench: ${started.url}/ui` : ''}`)
  for (const line of connectionLines(command, started.port)) await log.tell(line)
  if (ui !== undefined) await log.tell(`The pages of "${ui}" are at ${started.url}/web/index.html.`)
  // A signal ends it, or POST /admin/shutdown.
  await Promise.race([interrupted, started.closed])
  endWatch?.()
  await started.close()
}

/** What clients of gRPC are given to connect with. */
export function connectionLines({ insecure, cert, devCert, defaultAdminPassword, host }: ServeCommand, port: number): readonly string[] {
  const name = host === '127.0.0.1' || host === '0.0.0.0' || host === '::1' || host === '::' ? 'localhost' : host
  const password = encodeURIComponent(defaultAdminPassword ?? 'changeit')
  const user = insecure ? '' : `admin:${password}@`
  if (devCert !== undefined) {
    const authority = encodeURIComponent(resolve(authorityFile(devCert))).replaceAll('%2F', '/')
    return [`gRPC clients: kurrentdb://${user}${name}:${port}?tls=true&tlsCAFile=${authority}`]
  }
  if (cert !== undefined) return [`gRPC clients: kurrentdb://${user}${name}:${port}?tls=true`]
  const plain = `gRPC clients: kurrentdb://${name}:${port}?tls=false`
  return insecure
    ? [plain]
    : [plain, 'Without TLS most clients send no credentials, and so count as anonymous: --insecure or --dev-cert DIR lets them do more.']
}
