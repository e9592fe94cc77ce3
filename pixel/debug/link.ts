import { debugMark } from '#contract/tracking/debug-link.ts'

const mark = new RegExp(`[?&#]?${debugMark}=([\\w-]+(?:\\.[\\w-]+){3})`)

/**
 * Takes the token out of the page's address, where the page's other scripts would read it, and keeps it in the tab's name,
 * so that the site's next pages bring the debugger along. Undefined where there is none.
 */
export function takeToken(): string | undefined {
  const token = (mark.exec(location.hash) ?? mark.exec(window.name))?.[1]
  if (!token) return undefined
  if (mark.test(location.hash)) history.replaceState(history.state, '', location.href.replace(mark, ''))
  // A tab that the site has named itself keeps its name: then the next page begins without the debugger.
  if (window.name === '' || mark.test(window.name)) window.name = `${debugMark}=${token}`
  return token
}

/** The site's next pages are opened as anybody's. */
export function forgetToken(): void {
  if (mark.test(window.name)) window.name = ''
}
