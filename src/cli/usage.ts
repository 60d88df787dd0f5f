// Holds the usage text of the command and its subcommands.

export const commandNames = ['serve', 'run', 'check', 'compare', 'import', 'export', 'pull', 'push', 'init'] as const
export type CommandName = (typeof commandNames)[number]

const usages: Readonly<Record<CommandName, string>> = {
  serve: `rillbox serve [--port 2113] [--host 127.0.0.1] [--allow-host NAME] [--allow-origin ORIGIN] [--db DIR] [--insecure]
              [--dev-cert DIR] [--cert FILE --key FILE] [--max-append-size BYTES]
              [--release RELEASE] [--scenario FILE] [--ui DIR] [--caching] [--no-system-projections] [--accept-unparsable-bodies]
              [--allow-anonymous-stream-access false] [--allow-anonymous-endpoint-access false]
              [--default-admin-password PASSWORD] [--default-ops-password PASSWORD]

Answers requests on a real port, until a signal or POST /admin/shutdown ends it.

  --port NUMBER     0 takes a free port
  --host ADDRESS    0.0.0.0 lets other machines in
  --allow-host NAME
                    a name by which clients reach the server, beside localhost and addresses; * for all; repeatable
  --allow-origin ORIGIN
                    lets pages of an origin such as https://app.test use it, beside those of this machine; * for all;
                    repeatable
  --db DIR          keeps the store on disk; without it, the store ends with the process
  --insecure        asks no caller for credentials
  --release RELEASE
                    answers as this release of the server: 23.10, 26.1 or 26.2; default: that of the scenario, or else 26.1
  --dev-cert DIR    serves TLS with a certificate for localhost; makes it and its authority in the folder where they are missing
  --cert FILE, --key FILE
                    serves TLS with this certificate and its key, both PEM
  --max-append-size BYTES
                    most bytes of one append over gRPC; default: the release's
  --scenario FILE   seeds a fresh store; a store in use stays as it is
  --ui DIR          serves the files of a web interface below /web
  --caching         lets clients cache pages that never change; cached pages outlive the store
  --no-system-projections
                    does not start the five built-in projections, whose links appear in $all
  --accept-unparsable-bodies
                    stores bodies that are not valid JSON or XML, as the server does; refuses them otherwise
  --allow-anonymous-stream-access, --allow-anonymous-endpoint-access
                    false: callers without credentials cannot use streams, or read statistics; the second defaults to the first
  --default-admin-password, --default-ops-password
                    passwords of the two users of a fresh store; default: changeit`,
  run: `rillbox run QUERY [--events FILE]

Runs the query in a file over events, and prints its emitted events and final states, one JSON object per line.

  --events FILE     events as lines of JSON, an export, a snapshot or a scenario; without it, reads standard input`,
  check: `rillbox check FILE|DIR … [--events FILE] [--release 26.1] [--engine 1] [--emit true|false] [--json|--sarif]

Says what is wrong in queries before they run: place, sentence, and the edit that mends it. A folder stands for the scripts in it.
Exits with 1 where anything is an error or a warning, and with 0 where there are hints at most.

  --events FILE     judges names of types, streams and fields by these events: lines of JSON, an export, a snapshot, a scenario
  --release NUMBER  the release of the server that will run them: 23.10, 26.1 or 26.2
  --engine NUMBER   2 judges by the second engine of KurrentDB 26
  --emit FLAG       false: the projections may not emit
  --json            prints one array of diagnostics, with lines and columns from 1
  --sarif           prints SARIF 2.1.0, for code hosts`,
  compare: `rillbox compare QUERY QUERY [--events FILE|--db DIR|--from URL] [--user NAME:PASSWORD] [--release 26.1] [--json]

Runs two queries over the same events, and prints the first event where they part, and the states, results, emissions and faults
that differ. Writes nothing. Exits with 1 where they differ.

  --events FILE     events as lines of JSON, an export, a snapshot or a scenario; without a source, reads standard input
  --db DIR          a store on disk
  --from URL        a server or a running store, whose events are copied into memory
  --user NAME:PASSWORD
                    of an administrator of the server; or in the URL, or in RILLBOX_USER
  --release NUMBER  the release whose language counts: 23.10, 26.1 or 26.2
  --json            prints one object`,
  import: `rillbox import [FILE] --db DIR [--replace]

Imports lines of JSON (events or an export), a snapshot or a scenario into a store on disk: all of it, or nothing where something is wrong.
Skips events whose ids the store already has.

  --replace         lets an export or a snapshot replace the content of the store`,
  export: `rillbox export --db DIR [FILE]

Prints the whole content of a store on disk as lines of JSON; importing them elsewhere gives the same store. A folder without a store is
an error and stays as it is.`,
  pull: `rillbox pull URL --db DIR [--user NAME:PASSWORD] [--emitted]

Copies streams with their metadata, and projections, from a server into a store on disk. After an interruption, the same command
continues where it stopped.

  --user NAME:PASSWORD
                    an administrator of the server; default: credentials in the URL, then those in the variable RILLBOX_USER
  --emitted         also copies events that projections wrote; copied projections that emit are then stopped`,
  push: `rillbox push URL --db DIR [--user NAME:PASSWORD] [--emitted]

Copies streams with their metadata, and projections, from a store on disk to a server. After an interruption, the same command
continues where it stopped.

  --user NAME:PASSWORD
                    an administrator of the server; default: credentials in the URL, then those in the variable RILLBOX_USER
  --emitted         also copies events that projections wrote; copied projections that emit are then stopped`,
  init: `rillbox init [FOLDER] [--devtools | --remove]

Sets a store up in the application of the present folder. Asks no questions: finds Vite, SvelteKit, Next, Storybook, Playwright and
Vitest, writes a module that starts the store in development, has the page import it, copies the worker script of the installed msw, and
prints lines that belong into files of yours. Run it again after an update of msw.

  FOLDER            copies only the worker script, into this folder of public files
  --devtools        the page gets the developer tools too, also where it starts a store already
  --remove          takes back what it has written, and nothing else`,
}

const overview = `rillbox: an event store to develop and test with

  rillbox serve     answers requests on a real port
  rillbox run       runs a query over a file of events
  rillbox check     says what is wrong in queries before they run
  rillbox compare   runs two versions of a query over the same events
  rillbox import    imports events or an export into a store on disk
  rillbox export    prints the whole content of a store on disk
  rillbox pull      copies streams and projections from a server
  rillbox push      copies streams and projections to a server
  rillbox init      sets a store up in an application

rillbox COMMAND --help says more.`

/** @param of undefined for the overview. */
export const usage = (of: CommandName | undefined): string => (of === undefined ? overview : usages[of])
