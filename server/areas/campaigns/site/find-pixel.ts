export interface PixelFinding {
  /** A script element with this campaign's key, or the tag manager's code that creates one. */
  hasPixel: boolean
  /** Google Tag Manager containers that the page loads; they may load the pixel, which the HTML doesn't show. */
  containers: string[]
}

const container = /\bGTM-[A-Z0-9]{4,12}\b/g

/**
 * Looks for a campaign's pixel in a page's HTML. Both ways to install it have `px.js` and the key close together: as
 * attributes of one element, or in one script that creates the element.
 */
export function findPixel(html: string, pixelKey: string): PixelFinding {
  const page = withoutComments(html)
  return {
    hasPixel: [...scriptsOf(page)].some((script) => script.includes('/px.js') && holdsKey(script, pixelKey)),
    containers: [...new Set(page.match(container) ?? [])].sort(),
  }
}

/** Comments don't count. Uses indexOf, because a hostile page could make a regular expression run forever. */
function withoutComments(html: string): string {
  let longest = ''
  let from = 0
  for (let start = html.indexOf('<!--'); start !== -1; start = html.indexOf('<!--', from)) {
    longest += html.slice(from, start)
    const end = html.indexOf('-->', start + 4)
    if (end === -1) return longest
    from = end + 3
  }
  return longest + html.slice(from)
}

/** Every script element, from its opening tag to its end. */
function* scriptsOf(page: string): Generator<string> {
  const lower = page.toLowerCase()
  for (let from = lower.indexOf('<script'); from !== -1; from = lower.indexOf('<script', from + 1)) {
    const end = lower.indexOf('</script', from)
    yield page.slice(from, end === -1 ? undefined : end)
    if (end === -1) return
    from = end
  }
}

/** The key as a whole word, because another campaign's key may have the same prefix. */
const holdsKey = (script: string, pixelKey: string): boolean =>
  new RegExp(`(^|[^a-z0-9])${pixelKey}([^a-z0-9]|$)`).test(script)
