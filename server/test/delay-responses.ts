/** Delays a gateway's responses for as long as a test needs. */
export interface DelayedResponses {
  /** What a faulty gateway awaits before it responds. */
  untilSent: () => Promise<void>
  /** Holds the next response until `letGo`; `given` resolves once the gateway has produced it. */
  holdNext: () => { given: Promise<void>; letGo: () => void }
}

interface Held {
  hasAnswer: () => void
  until: Promise<void>
}

export function delayResponses(): DelayedResponses {
  let held: Held | null = null
  return {
    async untilSent() {
      const mine = held
      held = null
      mine?.hasAnswer()
      await mine?.until
    },
    holdNext() {
      let letGo = (): void => {}
      const until = new Promise<void>((done) => (letGo = done))
      const given = new Promise<void>((hasAnswer) => (held = { hasAnswer, until }))
      return { given, letGo: () => letGo() }
    },
  }
}
