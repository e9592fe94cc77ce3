/** The first match wins: browsers include each other's names. */
const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [pattern: RegExp, name: string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** The browser and system named in a User-Agent header. */
export const readAgent = (userAgent: string): { browser?: string; system?: string } => ({
  browser: browsers.find(([pattern]) => pattern.test(userAgent))?.[1],
  system: systems.find(([pattern]) => pattern.test(userAgent))?.[1],
})

/** `Chrome on Windows`: enough for people to recognize their own device. Returns only names from our lists. */
export function describeAgent(userAgent: string): string {
  const { browser, system } = readAgent(userAgent)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
