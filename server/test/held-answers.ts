/** Answers of a gateway that are on their way for as long as a test says. */
export interface HeldAnswers {
  /** What a faulty gateway waits for before it answers. */
  untilSent: () => Promise<void>
  /** Holds the next answer until it is let go; `given` resolves once the gateway has it. */
  holdNext: () => { given: Promise<void>; letGo: () => void }
}

interface Held {
  hasAnswer: () => void
  until: Promise<void>
}

export function holdAnswers(): HeldAnswers {
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
