/**
 * Well-known bots, previewers, monitors, HTTP libraries and driven browsers, as they name themselves. Marked and kept,
 * never a lead. Kept short on purpose: whoever hides is not found by a longer list.
 */
const botPattern = new RegExp(
  [
    // Whatever calls itself one: Googlebot, bingbot, AhrefsBot, GPTBot, Baiduspider, 360Spider, a crawler. Cubot makes phones.
    '(?<!cu)bot(?:\\b|_)|spider|crawl|slurp|scrap|archiv|feedfetcher|validator',
    // Previews of links in chats and social networks; search helpers without “bot” in their name.
    'facebookexternalhit|meta-externalagent|whatsapp/|skypeuripreview|embedly|quora link preview|vkshare|bingpreview',
    'mediapartners-google|apis-google|google-(?:read-aloud|inspectiontool|extended|safety)|googleother|yahoo ad monitoring',
    // Monitors and audits.
    'pingdom|uptime|statuscake|site24x7|datadog|newrelic|lighthouse|pagespeed|gtmetrix|ptst/',
    // Driven browsers.
    'headless|phantomjs|puppeteer|playwright|selenium|webdriver|electron/|jsdom|htmlunit|prerender',
    // Libraries and tools.
    'curl/|wget/|python|java/|go-http-client|okhttp|axios/|node-fetch|undici|libwww|httpclient|postman|insomnia|ruby|perl',
  ].join('|'),
  'i',
)

/** Names of browsers, the more particular first: Edge and Opera also call themselves Chrome, Chrome also Safari. */
const families: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\/|\bChromium\//],
  ['Safari', /\bSafari\//],
]

export interface UserAgent {
  /** A browser's common name, `Bot`, or `Other`. All that is kept of the header. */
  family: string
  isBot: boolean
}

const known = new Map<string, UserAgent>()
const mostKnown = 5_000
const longest = 1_000

/** Who calls, by the User-Agent header. Visitors share few of them, so the answer is remembered. */
export function readUserAgent(header: string | undefined): UserAgent {
  const text = header ?? ''
  const found = known.get(text)
  if (found) return found
  // A browser always says something; a header as long as a page is no browser's.
  const isBot = text === '' || text.length > longest || botPattern.test(text)
  const family = isBot ? 'Bot' : (families.find(([, pattern]) => pattern.test(text))?.[0] ?? 'Other')
  const agent = { family, isBot }
  if (text.length > longest) return agent
  if (known.size >= mostKnown) known.clear()
  known.set(text, agent)
  return agent
}
