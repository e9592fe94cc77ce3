/**
 * Well-known bots, previewers, monitors, HTTP libraries and automated browsers, by the names they send. Their hits are
 * flagged and kept, but make no leads. Short on purpose: a longer list does not find bots in disguise.
 */
const botPattern = new RegExp(
  [
    // Anything that calls itself a bot: Googlebot, bingbot, AhrefsBot, Baiduspider, a crawler. Cubot makes phones.
    '(?<!cu)bot(?:\\b|_)|spider|crawl|slurp|scrap|archiv|feedfetcher|validator',
    // Previews of links in chats and social networks; search helpers without “bot” in their name.
    'facebookexternalhit|meta-externalagent|whatsapp/|skypeuripreview|embedly|quora link preview|vkshare|bingpreview',
    'mediapartners-google|apis-google|google-(?:read-aloud|inspectiontool|extended|safety)|googleother|yahoo ad monitoring',
    // Monitors and audits.
    'pingdom|uptime|statuscake|site24x7|datadog|newrelic|lighthouse|pagespeed|gtmetrix|ptst/',
    // Automated browsers.
    'headless|phantomjs|puppeteer|playwright|selenium|webdriver|electron/|jsdom|htmlunit|prerender',
    // Libraries and tools.
    'curl/|wget/|python|java/|go-http-client|okhttp|axios/|node-fetch|undici|libwww|httpclient|postman|insomnia|ruby|perl',
  ].join('|'),
  'i',
)

/** Names of browsers, most specific first: Edge and Opera also call themselves Chrome, and Chrome also Safari. */
const families: readonly [string, RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\/|\bChromium\//],
  ['Safari', /\bSafari\//],
]

export interface UserAgent {
  /** A browser's common name, `Bot`, or `Other`. Nothing else of the header is stored. */
  family: string
  isBot: boolean
}

const agents = new Map<string, UserAgent>()
const maxKnown = 5_000
const longest = 1_000

/** The client, by the User-Agent header. Visitors share few different ones, so the result is cached. */
export function readUserAgent(header: string | undefined): UserAgent {
  const text = header ?? ''
  const cachedAgent = agents.get(text)
  if (cachedAgent) return cachedAgent
  // A browser always sends one; a header as long as a page is not from a browser.
  const isBot = text === '' || text.length > longest || botPattern.test(text)
  const family = isBot ? 'Bot' : (families.find(([, pattern]) => pattern.test(text))?.[0] ?? 'Other')
  const agent = { family, isBot }
  if (text.length > longest) return agent
  if (agents.size >= maxKnown) agents.clear()
  agents.set(text, agent)
  return agent
}
