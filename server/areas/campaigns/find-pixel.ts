export interface PixelFinding {
  /** A script element with this campaign's key, or the tag manager's code for one. */
  hasPixel: boolean
  /** Google Tag Manager containers that the page loads; they may carry the pixel where no reader sees it. */
  containers: string[]
}

const container = /\bGTM-[A-Z0-9]{4,12}\b/g

/**
 * Looks for a campaign's pixel in a page's HTML. Both ways of putting it there name the script `px.js` and the key close to
 * each other: as attributes of one element, or in one script that makes the element.
 */
export function findPixel(html: string, pixelKey: string): PixelFinding {
  const page = withoutComments(html)
  return {
    hasPixel: [...scriptsOf(page)].some((script) => script.includes('/px.js') && holdsKey(script, pixelKey)),
    containers: [...new Set(page.match(container) ?? [])].sort(),
  }
}

/** Comments hold what is switched off. Walks by indexOf: a hostile page must not make a pattern run for ever. */
function withoutComments(html: string): string {
  let kept = ''
  let from = 0
  for (let start = html.indexOf('<!--'); start !== -1; start = html.indexOf('<!--', from)) {
    kept += html.slice(from, start)
    const end = html.indexOf('-->', start + 4)
    if (end === -1) return kept
    from = end + 3
  }
  return kept + html.slice(from)
}

/** Every script element, from its tag to its end. */
function* scriptsOf(page: string): Generator<string> {
  const lower = page.toLowerCase()
  for (let from = lower.indexOf('<script'); from !== -1; from = lower.indexOf('<script', from + 1)) {
    const end = lower.indexOf('</script', from)
    yield page.slice(from, end === -1 ? undefined : end)
    if (end === -1) return
    from = end
  }
}

/** The key as a whole word: another campaign's key may begin alike. */
const holdsKey = (script: string, pixelKey: string): boolean =>
  new RegExp(`(^|[^a-z0-9])${pixelKey}([^a-z0-9]|$)`).test(script)
