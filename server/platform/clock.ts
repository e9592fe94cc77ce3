/** The only source of time. Tests control it; the demo's clock is shifted by an offset that is kept in the database. */
export interface Clock {
  /** Milliseconds since 1970 in UTC. */
  now(): number
  /** Sets the offset of this clock from the machine's, in milliseconds. */
  setOffset(offset_ms: number): void
  offset(): number
}

export function createClock(machineNow: () => number = () => Date.now()): Clock {
  let offset_ms = 0
  return {
    now: () => machineNow() + offset_ms,
    setOffset: (value_ms) => {
      offset_ms = value_ms
    },
    offset: () => offset_ms,
  }
}

/** A clock that only moves when told to: for tests. */
export function createStillClock(start_ms: number): Clock & { advance(by_ms: number): void } {
  let now_ms = start_ms
  const clock = createClock(() => now_ms)
  return { ...clock, advance: (by_ms) => void (now_ms += by_ms) }
}

/** An instant in the type that the database driver takes. */
export const dateOf = (at_ms: number): Date => new Date(at_ms)

/**
 * The machine's own time, which moving the demo's clock does not affect: for everything about security (sessions,
 * limits, encrypted bodies), so that moving the demo to next month signs nobody out.
 */
export const machineTime = (clock: Clock): number => clock.now() - clock.offset()
