const scrolling_ms = 500

/** Quadratic ease-out: starts fast and ends slowly (K016). */
export const easeQuadratic = (share: number): number => share * (2 - share)

const wantsStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Calls `draw` on each frame with the eased progress from 0 to 1; once with 1 for people who prefer reduced motion.
 * Returns a function that stops the animation where it is.
 */
export function animate(duration_ms: number, draw: (share: number) => void): () => void {
  if (wantsStillness()) {
    draw(1)
    return () => undefined
  }
  const began_ms = performance.now()
  let frame = requestAnimationFrame(function next(now_ms) {
    // The first frame's timestamp may be earlier than this call.
    const share = Math.min(1, Math.max(0, now_ms - began_ms) / duration_ms)
    draw(easeQuadratic(share))
    if (share < 1) frame = requestAnimationFrame(next)
  })
  return () => cancelAnimationFrame(frame)
}

/** Scrolls to the top of the page, as at each step of a wizard (R202, K020: 500 ms). User input interrupts it. */
export function scrollToTop(): void {
  const from_px = window.scrollY
  if (from_px === 0) return
  const interruption = new AbortController()
  const stop = animate(scrolling_ms, (share) => {
    window.scrollTo({ top: from_px * (1 - share), behavior: 'instant' })
    if (share === 1) interruption.abort()
  })
  for (const sign of ['wheel', 'touchstart', 'keydown'] as const)
    window.addEventListener(
      sign,
      () => {
        stop()
        interruption.abort()
      },
      { signal: interruption.signal, passive: true },
    )
}
