import { debugMark } from '#contract/tracking/debug-link.ts'

const mark = new RegExp(`[?&#]?${debugMark}=([\\w-]+(?:\\.[\\w-]+){3})`)

/**
 * Takes the token out of the URL, where the page's other scripts could read it, and stores it in the tab's name, so
 * that the site's next pages load the debugger too. Undefined if there is none.
 */
export function takeToken(): string | undefined {
  const token = (mark.exec(location.hash) ?? mark.exec(window.name))?.[1]
  if (!token) return undefined
  if (mark.test(location.hash)) history.replaceState(history.state, '', location.href.replace(mark, ''))
  // Do not overwrite a name that the site gave the tab; the next page then starts without the debugger.
  if (window.name === '' || mark.test(window.name)) window.name = `${debugMark}=${token}`
  return token
}

/** After this, the site's next pages load without the debugger. */
export function forgetToken(): void {
  if (mark.test(window.name)) window.name = ''
}
