export const deskStyle = `
header,main{max-width:70rem;margin:0 auto;padding:0 1.25rem}
header{display:flex;flex-wrap:wrap;gap:.75rem 2rem;justify-content:space-between;align-items:end;padding-top:2rem;padding-bottom:1.25rem}
main{padding-bottom:4rem;display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
h1{font-size:1.5rem;letter-spacing:-.015em;line-height:1.25}
h2{font-size:1.05rem;line-height:1.35}
h3{font-size:.98rem;line-height:1.4}
.time{text-align:end;font-variant-numeric:tabular-nums;font-size:.9rem}
.card,.note{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.1rem 1.25rem;box-shadow:var(--shadow)}
.card>*+*{margin-top:.75rem}
.card>h2+.quiet{margin-top:.15rem}
.note{border-color:var(--accent)}
progress{width:100%;margin-top:.5rem;accent-color:var(--accent)}
.pair{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));align-items:start}
.steps{list-style:none;padding:0;counter-reset:step;display:grid;gap:.6rem 1.5rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,25rem),1fr))}
.steps li{counter-increment:step;display:grid;grid-template-columns:auto 1fr;gap:.7rem}
.steps li::before{content:counter(step);width:1.65rem;height:1.65rem;border-radius:50%;background:var(--accent);color:var(--on-accent);font-weight:600;font-size:.85rem;display:grid;place-items:center}
.scroll{overflow-x:auto;margin-inline:-1.25rem;padding-inline:1.25rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th{text-align:start;font-weight:500;color:var(--quiet);font-size:.85rem}
th,td{padding:.45rem .9rem .45rem 0;border-bottom:1px solid var(--line);vertical-align:top}
td:last-child,th:last-child{padding-inline-end:0}
tbody tr:last-child td{border-bottom:0}
.sites{list-style:none;padding:0;display:grid;gap:1.1rem 1.75rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr))}
.sites li{border-top:1px solid var(--line);padding-top:.8rem;display:grid;gap:.15rem;align-content:start}
.sites p:last-child{margin-top:.2rem;font-size:.9rem}
.badge{display:inline-block;font-size:.76rem;font-weight:500;line-height:1.35rem;padding:0 .5rem;border-radius:1rem;background:var(--code);color:var(--quiet);vertical-align:.08em;white-space:nowrap}
.badge.running{background:var(--good-back);color:var(--good)}
.badge.paused,.badge.ended{background:var(--warn-back);color:var(--warn)}
.log{list-style:none;padding:0;max-height:22rem;overflow-y:auto}
.log li{border-top:1px solid var(--line);padding:.5rem 0;overflow-wrap:anywhere}
.empty{color:var(--quiet);border:1px dashed var(--line);border-radius:8px;padding:1rem;text-align:center}
.buttons{display:flex;flex-wrap:wrap;gap:.5rem}
form{margin:0}
button{font:inherit;font-weight:500;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.4rem .85rem;cursor:pointer}
button.main{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
details{border-top:1px solid var(--line);padding-top:.6rem}
summary{cursor:pointer;font-weight:500;padding:.25rem 0}
summary .quiet{font-weight:400;margin-inline-start:.4rem}
details>*+*{margin-top:.6rem}
#logins td:last-child button{white-space:nowrap}
button:hover{border-color:var(--quiet)}
td code{white-space:nowrap}
@media (max-width:44rem){
header{padding-top:1.25rem}
.time{text-align:start}
thead{display:none}
tr{display:grid;gap:.1rem;padding:.7rem 0;border-bottom:1px solid var(--line)}
tbody tr:last-child{border-bottom:0}
td{display:block;padding:0;border:0;overflow-wrap:anywhere}
td code{white-space:normal}
}
`
