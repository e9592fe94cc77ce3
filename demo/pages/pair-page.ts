import { demoId, deskHost } from '../world.ts'
import type { Sample } from './desk-state.ts'
import { escape } from './frame.ts'

/** The client whose site and leads are shown side by side. */
const shopHost = 'plumbright.localhost'
const shopName = 'Plumbright'

/**
 * A client's site on one side and the program's list of its leads on the other, which updates as you visit. All three
 * documents have landmarks, so each needs its own label.
 */
export function pairPage(samples: readonly Sample[], port: number): { title: string; style: string; body: string } {
  const shop = `http://${shopHost}:${port}/`
  const choices = samples.map(
    ({ name, md5, optedOut }) =>
      `<option value="${md5}">${escape(name)}${optedOut ? ' (opted out: never a lead)' : ''}</option>`,
  )
  return {
    title: 'Shop and leads',
    style,
    body: `<header aria-label="Visit the shop"><a href="http://${deskHost}:${port}/">Demo desk</a>
<div class="visit"><label for="guest">Visit as</label><select id="guest">${choices.join('')}</select><button id="go">Visit the shop</button></div>
<p id="say" role="status"></p></header>
<main aria-label="Shop and leads"><section aria-labelledby="shop-title"><h1 id="shop-title">${shopName}’s site</h1><iframe id="shop" title="${shopName}’s site" src="${shop}"></iframe></section>
<section aria-labelledby="leads-title"><h1 id="leads-title">Its leads, live</h1><iframe id="leads" title="Leads" src="/siteid/leads?client=${demoId(shopName)}"></iframe></section></main>
<script>
const [guest, shop, say] = ['guest', 'shop', 'say'].map((id) => document.getElementById(id))
document.getElementById('go').addEventListener('click', () => {
  shop.src = ${JSON.stringify(shop)} + '?hem=' + guest.value
  say.textContent = guest.selectedOptions[0].text + ' is on the site: watch the list.'
})
</script>`,
  }
}

const style = `
html,body{height:100%}
body{display:flex;flex-direction:column}
header{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center;padding:.6rem 1rem;background:var(--card);border-bottom:1px solid var(--line)}
header p{color:var(--quiet);font-size:.9rem;min-height:1.4em}
.visit{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
select,button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.35rem .7rem;min-height:2.4rem;max-width:100%}
button{cursor:pointer;font-weight:500;background:var(--accent);color:var(--on-accent);border-color:var(--accent)}
main{flex:1;min-height:0;display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:1px;background:var(--line)}
section{min-width:0;min-height:0;display:flex;flex-direction:column;background:var(--page)}
h1{font-size:.9rem;padding:.5rem 1rem;color:var(--quiet);font-weight:500}
iframe{flex:1;width:100%;border:0;background:var(--card)}
@media (max-width:60rem){body{height:auto}main{grid-template-columns:minmax(0,1fr)}iframe{flex:none}#shop{height:26rem}#leads{height:40rem}}
`
