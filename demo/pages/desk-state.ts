/** A person whom one can be on the demo's sites. */
export interface Sample {
  name: string
  /** Of the email address: what `?hem=` takes. */
  md5: string
  state: string
  optedOut: boolean
}

/** What the desk shows. */
export interface DeskState {
  /** The address of a host of the demo. */
  origin: (host: string) => string
  clockText: string
  /** Whole days that the demo's clock stands ahead of the machine's. */
  daysAhead: number
  /** Percent of the demo's past that is made; null when all of it is. */
  history: number | null
  samples: readonly Sample[]
  received: readonly { at: string; id: string; verified: boolean }[]
  receiverRunning: boolean
  /** What to paste under Integrations, by the service's name. */
  services: Readonly<Record<string, string>>
  /** How many people each of them holds as leads. */
  held: readonly (readonly [name: string, people: number])[]
  mails: readonly { id: number; at: string; to: string; subject: string }[]
}
