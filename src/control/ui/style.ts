// The style of the workbench at /ui.

export const workbenchStyle = `
:root { color-scheme: light dark; --line: light-dark(#c5cbd3, #454d58); --soft: light-dark(#f2f4f7, #20252c); --strong: light-dark(#0b5cad, #8cc2ff); --bad: light-dark(#a40e26, #ff9aa8); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.45 system-ui, sans-serif; background: light-dark(#fff, #15191e); color: light-dark(#1c2127, #e8ebef); }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
h1 { font-size: 1.15rem; margin: 0; } h2 { font-size: 1.05rem; margin: 0 0 .5rem; } h3 { font-size: 1rem; margin: 1rem 0 .25rem; overflow-wrap: anywhere; } h4 { margin: .75rem 0 .25rem; }
header p { margin: 0; flex-basis: 100%; } .quiet:empty { display: none; } .problem, .fault { color: var(--bad); }
main { display: grid; gap: 1rem; padding: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 32rem), 1fr)); align-items: start; }
section { min-width: 0; padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; }
[role=group], form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
form { margin: .75rem 0; align-items: end; } form label { display: grid; gap: .15rem; }
button, select, input { font: inherit; color: inherit; padding: .25rem .6rem; min-height: 1.9rem; border: 1px solid var(--line); border-radius: .3rem; background: var(--soft); max-width: 100%; }
input[type=checkbox] { min-height: 0; } input[type=number] { width: 7rem; }
button { cursor: pointer; } :focus-visible { outline: 2px solid var(--strong); outline-offset: 1px; }
.choices { list-style: none; margin: .5rem 0; padding: 0; max-height: 20rem; overflow: auto; }
.choice { display: flex; justify-content: space-between; gap: 1rem; width: 100%; text-align: start; border-color: transparent; background: none; overflow-wrap: anywhere; }
.choice[aria-pressed=true], .link[aria-pressed=true] { border-color: var(--strong); background: var(--soft); }
.link { border-color: transparent; background: none; color: var(--strong); text-align: start; padding-inline: .2rem; }
.scroll { overflow: auto; max-height: 24rem; border: 1px solid var(--line); border-radius: .3rem; }
table { border-collapse: collapse; width: 100%; } th, td { padding: .25rem .5rem; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); }
th { position: sticky; top: 0; background: var(--soft); } code, pre { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: var(--soft); padding: .5rem; margin: .25rem 0; overflow: auto; max-height: 20rem; white-space: pre-wrap; border-radius: .3rem; }
`
