/** Screens up to here are treated as telephones (K015); style sheets say 48em. */
export const mobileWidth_px = 768

/** From here on a panel has room beside the page; style sheets say 68em. */
const besideWidth_px = 1088
export const hasRoomBeside = (): boolean => window.innerWidth >= besideWidth_px

const pause_ms = 40

/** Calls back when a change of the window's size has settled (K017). Returns a function that stops it. */
export function onResize(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = (): void => {
    clearTimeout(timer)
    timer = setTimeout(listener, pause_ms)
  }
  window.addEventListener('resize', heard)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('resize', heard)
  }
}
