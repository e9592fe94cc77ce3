/** Delays a gateway's responses for as long as a test needs. */
export interface DelayedResponses {
  /** What a faulty gateway awaits before it responds. */
  untilSent: () => Promise<void>
  /** Holds the next response until `letGo`; `given` resolves once the gateway has produced it. */
  holdNext: () => { given: Promise<void>; letGo: () => void }
}

interface DelayedResponse {
  hasAnswer: () => void
  until: Promise<void>
}

export function delayResponses(): DelayedResponses {
  let pending: DelayedResponse | null = null
  return {
    async untilSent() {
      const mine = pending
      pending = null
      mine?.hasAnswer()
      await mine?.until
    },
    holdNext() {
      let letGo = (): void => {}
      const until = new Promise<void>((done) => (letGo = done))
      const arrival = new Promise<void>((hasAnswer) => (pending = { hasAnswer, until }))
      return { given: arrival, letGo: () => letGo() }
    },
  }
}
