import type { PartElement } from './load.ts'

// A small banner for sites without a consent platform. Loaded where the site's own tag says `data-consent="ask"`, the visitor's country allows
// identification, and no platform of the page has spoken.

type Choice = 'yes' | 'no'
/** What the part that loads this one shares with it. */
export type BannerElement = PartElement & {
  /** The visitor's choice, while there is one. */
  choice?: Choice | undefined
  /** Called after each choice. */
  told?: () => void
}
type Brand = { name: string; color: string }

const texts = {
  en: {
    title: 'Your privacy',
    ask: (name: string) =>
      `May ${name} recognize you on this site, and this site’s owner get your contact details from it? You can change your answer at any time.`,
    yes: 'Allow',
    no: 'Do not allow',
    again: 'Privacy choices',
  },
  ar: {
    title: 'خصوصيتك',
    ask: (name: string) =>
      `هل تسمح لـ ${name} بالتعرّف عليك في هذا الموقع، وبأن يحصل صاحب الموقع على بيانات الاتصال بك؟ يمكنك تغيير جوابك في أي وقت.`,
    yes: 'أسمح',
    no: 'لا أسمح',
    again: 'خيارات الخصوصية',
  },
}

const part = (document.currentScript ?? document.querySelector('script[src*="/collect-banner.js"]')) as BannerElement
const source = part.src
/** Only the choice, and only once it is made: the one thing that the device keeps for somebody who says no. */
const place = '_lid_choice'

const language = (): 'ar' | 'en' => (/^ar\b/i.test(document.documentElement.lang || navigator.language) ? 'ar' : 'en')

/** Styles are set by script, which a strict Content-Security-Policy of the page allows. */
function add<Name extends keyof HTMLElementTagNameMap>(
  parent: Node,
  name: Name,
  css: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  element.style.cssText = css
  element.textContent = text
  parent.appendChild(element)
  return element
}

const font = 'font:15px/1.5 system-ui,sans-serif;'
/** Both alike: neither answer is easier to give or to see. */
const buttonCss = `${font}flex:1;min-height:44px;padding:8px 16px;border:1px solid #1b1f24;border-radius:6px;background:#fff;color:#1b1f24;cursor:pointer;`

let host: HTMLElement | undefined

/** An empty shadow in the corner of the page, so that no style of the page reaches it. */
function begin(): ShadowRoot {
  host?.remove()
  host = add(document.body, 'div', 'all:initial;')
  host.id = 'lid-banner'
  return host.attachShadow({ mode: 'open' })
}

function ask({ name, color }: Brand): void {
  const t = texts[language()]
  const box = add(
    begin(),
    'section',
    `${font}position:fixed;inset-inline:16px;bottom:16px;z-index:2147483647;max-width:420px;box-sizing:border-box;padding:16px;background:#fff;color:#1b1f24;border:1px solid #59616d;border-top:4px solid ${color};border-radius:8px;box-shadow:0 4px 24px #0003;`,
  )
  box.setAttribute('role', 'region')
  box.setAttribute('aria-label', t.title)
  box.lang = language()
  box.dir = language() === 'ar' ? 'rtl' : 'ltr'
  add(box, 'p', 'margin:0 0 12px', t.ask(name))
  const row = add(box, 'div', 'display:flex;gap:8px;flex-wrap:wrap')
  for (const choice of ['no', 'yes'] as const) {
    const button = add(row, 'button', buttonCss, t[choice])
    button.type = 'button'
    button.onclick = () => decide(choice, { name, color })
  }
}

/** As easy to take back as to give. */
function offerAgain(brand: Brand): void {
  const t = texts[language()]
  const css = `${font}position:fixed;inset-inline-start:16px;bottom:16px;z-index:2147483646;min-height:32px;padding:4px 12px;border:1px solid #59616d;border-radius:16px;background:#fff;color:#1b1f24;cursor:pointer;`
  const button = add(begin(), 'button', css, t.again)
  button.type = 'button'
  button.lang = language()
  button.onclick = () => ask(brand)
}

function decide(choice: Choice, brand: Brand): void {
  try {
    localStorage[place] = choice
  } catch {
    // Without storage it holds for this page.
  }
  part.choice = choice
  offerAgain(brand)
  part.told!()
}

async function start(): Promise<void> {
  const answer = await fetch(source.replace('/collect-banner.js', '/collect-banner'), { credentials: 'omit' })
  const brand = (await answer.json()) as Brand
  if (part.choice) offerAgain(brand)
  else ask(brand)
}

// Without the brand nobody is asked, and so nobody identified.
start().catch(() => undefined)
