const scrolling_ms = 500

/** Quadratic: sets off at full speed and comes to rest softly (K016). */
export const easeQuadratic = (share: number): number => share * (2 - share)

const wantsStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Calls `draw` with the eased share from 0 to 1 of a movement, frame by frame; once with 1 for people who prefer reduced motion.
 * Answers what stops it where it is.
 */
export function animate(duration_ms: number, draw: (share: number) => void): () => void {
  if (wantsStillness()) {
    draw(1)
    return () => undefined
  }
  const began_ms = performance.now()
  let frame = requestAnimationFrame(function next(now_ms) {
    // The first frame may have begun before we were asked.
    const share = Math.min(1, Math.max(0, now_ms - began_ms) / duration_ms)
    draw(easeQuadratic(share))
    if (share < 1) frame = requestAnimationFrame(next)
  })
  return () => cancelAnimationFrame(frame)
}

/** Takes the page to its beginning, as at each step of a wizard (R202, K020: 500 ms). A hand on the wheel stops it. */
export function scrollToTop(): void {
  const from_px = window.scrollY
  if (from_px === 0) return
  const taken = new AbortController()
  const stop = animate(scrolling_ms, (share) => {
    window.scrollTo({ top: from_px * (1 - share), behavior: 'instant' })
    if (share === 1) taken.abort()
  })
  for (const sign of ['wheel', 'touchstart', 'keydown'] as const)
    window.addEventListener(
      sign,
      () => {
        stop()
        taken.abort()
      },
      { signal: taken.signal, passive: true },
    )
}
