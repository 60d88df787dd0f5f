// Stands in for a server in the official client's tests: `rillbox serve` of the build, with the settings that they expect.
//
//   node e2e/conformance/calls/node.ts PORT INSECURE [OPTION …]

const [port, insecure, ...options] = process.argv.slice(2)
const { CALLS_RELEASE = '26.1', CALLS_CERTIFICATES = '' } = process.env

const security = insecure === 'true' ? ['--insecure'] : ['--dev-cert', CALLS_CERTIFICATES]
// As the nodes of the tests: no anonymous callers, no system projections, and bodies that are stored as they come.
const closed = ['--allow-anonymous-stream-access', 'false', '--allow-anonymous-endpoint-access', 'false', '--no-system-projections']
const given = ['--port', port!, '--release', CALLS_RELEASE, '--accept-unparsable-bodies', ...closed, ...security, ...options]
process.argv.splice(2, process.argv.length, 'serve', ...given)
await import(new URL('../../../dist/cli.js', import.meta.url).href)
