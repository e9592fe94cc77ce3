import type { World } from '../wide/world-size.ts'

/** A person as whom you can visit the demo's sites. */
export interface Sample {
  name: string
  /** The MD5 of the email address, for `?hem=`. */
  md5: string
  state: string
  optedOut: boolean
}

/** What the desk shows. */
export interface DeskState {
  /** Whose logins and sites are listed. */
  world: World
  /** The URL of one of the demo's hosts. */
  origin: (host: string) => string
  clockText: string
  /** Whole days that the demo's clock is ahead of the machine's. */
  daysAhead: number
  /** Percent of the demo's past that has been generated; null when complete. */
  history: number | null
  samples: readonly Sample[]
  received: readonly { at: string; id: string; verified: boolean }[]
  receiverRunning: boolean
  /** What to paste under Integrations, by the service's name. */
  services: Readonly<Record<string, string>>
  /** How many people each service stores as leads. */
  held: readonly (readonly [name: string, people: number])[]
  mails: readonly { id: number; at: string; to: string; subject: string }[]
}
