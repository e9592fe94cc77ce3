/** Screens up to this width are treated as phones (K015); style sheets use 48em. */
export const mobileWidth_px = 768

/** From this width on a panel fits beside the page; style sheets use 68em. */
const besideWidth_px = 1088
export const fitsSidePanel = (): boolean => window.innerWidth >= besideWidth_px

const pause_ms = 40

/** Calls back after the window's size has stopped changing (K017). Returns a function that stops listening. */
export function onResize(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const restart = (): void => {
    clearTimeout(timer)
    timer = setTimeout(listener, pause_ms)
  }
  window.addEventListener('resize', restart)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('resize', restart)
  }
}
