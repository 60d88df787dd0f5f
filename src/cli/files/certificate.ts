// Reads the certificate of a server from files, and makes one for development, with an authority that clients can trust.

import { X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../failure.ts'

export interface ServerCertificate {
  /** PEM. */
  readonly cert: string
  readonly key: string
}

/** @throws Failure where a file cannot be read. */
export const readCertificate = (cert: string, key: string): ServerCertificate => ({ cert: readPem(cert), key: readPem(key) })

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new Failure(`"${file}" cannot be read: --cert and --key take PEM files.`)
  }
}

/** The file of the authority in a folder of certificates: what clients are told to trust. */
export const authorityFile = (folder: string): string => join(folder, 'ca.crt')

/** Longer ones are refused by some clients. */
const validDays = 365

const names = ['localhost', '127.0.0.1', '::1']

/**
 * A certificate for this machine in a folder: the one that is there, or a new one of a new authority, whose own key nobody keeps.
 */
export async function devCertificate(folder: string): Promise<ServerCertificate> {
  const files = { cert: join(folder, 'localhost.crt'), key: join(folder, 'localhost.key') }
  const authority = authorityFile(folder)
  if (isUsable(files.cert, authority) && existsSync(files.key)) return readCertificate(files.cert, files.key)
  const { createCA, createCert } = await import('mkcert')
  const organization = 'Rillbox, for development on this machine'
  const ca = await createCA({ organization, countryCode: 'XX', state: '-', locality: '-', validity: validDays })
  const { cert, key } = await createCert({ ca, domains: names, validity: validDays, organization })
  mkdirSync(folder, { recursive: true })
  writeFileSync(files.key, key, { mode: 0o600 })
  writeFileSync(files.cert, cert)
  writeFileSync(authority, ca.cert)
  return { cert, key }
}

/** Whether the certificate is of this authority, and good for a day more. */
function isUsable(cert: string, authority: string): boolean {
  if (!existsSync(cert) || !existsSync(authority)) return false
  const [leaf, ca] = [new X509Certificate(readFileSync(cert)), new X509Certificate(readFileSync(authority))]
  const tomorrow = Date.now() + 86_400_000
  return leaf.verify(ca.publicKey) && leaf.validToDate.getTime() > tomorrow && ca.validToDate.getTime() > tomorrow
}
