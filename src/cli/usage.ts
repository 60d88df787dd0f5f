// What the command says about itself.

export const commandNames = ['serve', 'run', 'import', 'export', 'pull', 'push', 'init'] as const
export type CommandName = (typeof commandNames)[number]

const usages: Readonly<Record<CommandName, string>> = {
  serve: `rillbox serve [--port 2113] [--host 127.0.0.1] [--allow-host NAME] [--allow-origin ORIGIN] [--db DIR] [--insecure]
              [--scenario FILE] [--ui DIR] [--caching] [--no-system-projections] [--accept-unparsable-bodies]
              [--allow-anonymous-stream-access false] [--allow-anonymous-endpoint-access false]
              [--default-admin-password PASSWORD] [--default-ops-password PASSWORD]

Answers on a real port, until it is interrupted or POST /admin/shutdown ends it.

  --port NUMBER     0 takes a free one
  --host ADDRESS    0.0.0.0 lets other machines in
  --allow-host NAME
                    a name by which clients reach it, beside localhost and addresses; * for all; may be given again
  --allow-origin ORIGIN
                    lets pages of an origin such as https://app.test use it, beside those of this machine; * for all;
                    may be given again
  --db DIR          keeps the store on disk; without it, it is gone with the process
  --insecure        asks nobody for credentials
  --scenario FILE   seeds a store that is fresh; one that is in use stays as it is
  --ui DIR          serves the files of a web interface below /web
  --caching         lets clients keep pages that never change; they outlive the store then
  --no-system-projections
                    does not start the five built-in projections, whose links stand in $all
  --accept-unparsable-bodies
                    stores bodies that are no JSON or XML, as the server does; they are refused otherwise
  --allow-anonymous-stream-access, --allow-anonymous-endpoint-access
                    false: callers without credentials use no streams, or read no statistics; the second follows the first
  --default-admin-password, --default-ops-password
                    what a fresh store gives its two users; changeit otherwise`,
  run: `rillbox run QUERY [--events FILE]

Runs the query in a file over events, and prints what it emits and the states it ends with, one JSON object per line.

  --events FILE     events as lines of JSON, an export, a snapshot or a scenario; without it, what is piped in`,
  import: `rillbox import [FILE] --db DIR [--replace]

Puts events or an export, as lines of JSON, a snapshot or a scenario into a store on disk: everything, or nothing where something is wrong.
Events that the store has by their ids are left out.

  --replace         lets an export or a snapshot take the place of what is there`,
  export: `rillbox export --db DIR [FILE]

Prints everything a store on disk holds, as lines of JSON. Imported elsewhere it is the same store. A folder without a store is an error,
and stays as it is.`,
  pull: `rillbox pull URL --db DIR [--user NAME:PASSWORD] [--emitted]

Copies streams with their metadata, and projections, from a server into a store on disk. Interrupted, the same command goes on
where it was.

  --user NAME:PASSWORD
                    an administrator of the server; without it, who stands in the URL, then in the variable RILLBOX_USER
  --emitted         takes events along that projections wrote; projections that emit are stopped then`,
  push: `rillbox push URL --db DIR [--user NAME:PASSWORD] [--emitted]

Copies streams with their metadata, and projections, from a store on disk to a server. Interrupted, the same command goes on
where it was.

  --user NAME:PASSWORD
                    an administrator of the server; without it, who stands in the URL, then in the variable RILLBOX_USER
  --emitted         takes events along that projections wrote; projections that emit are stopped then`,
  init: `rillbox init FOLDER

Writes msw's worker script, which startStore needs, into the folder of an application's public files. It is that of the msw which the
application has installed. Asks nothing; call it again after an update of msw.`,
}

const overview = `rillbox: an event store to develop and test with

  rillbox serve     answers on a real port
  rillbox run       runs a query over a file of events
  rillbox import    puts events or an export into a store on disk
  rillbox export    prints everything a store on disk holds
  rillbox pull      copies streams and projections from a server
  rillbox push      copies streams and projections to a server
  rillbox init      writes the worker script that a page's store needs

rillbox COMMAND --help says more.`

/** @param of undefined for all of them. */
export const usage = (of: CommandName | undefined): string => (of === undefined ? overview : usages[of])
