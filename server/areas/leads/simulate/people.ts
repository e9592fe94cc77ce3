import type { Pool } from 'pg'
import { findPersons, type FoundPerson } from '#server/areas/identity/public.ts'
import type { PersonDay } from './past.ts'

/** So many at once, so that no statement is long. */
const portion = 5_000

/**
 * The people of past days, looked up while later days are still being read: identity data answers on a connection of its
 * own, and one portion after the other, so that a simulation never takes more than one.
 */
export class People {
  readonly #identityPool: Pool
  readonly #met = new Set<number>()
  readonly #found = new Map<number, FoundPerson>()
  #waiting: number[] = []
  #looking: Promise<void> = Promise.resolve()

  constructor(identityPool: Pool) {
    this.#identityPool = identityPool
  }

  add(people: readonly PersonDay[]): void {
    for (const { personId } of people) {
      if (this.#met.has(personId)) continue
      this.#met.add(personId)
      this.#waiting.push(personId)
      if (this.#waiting.length === portion) this.#lookUp()
    }
  }

  /** Everybody who was added and is known, by id. */
  async all(): Promise<ReadonlyMap<number, FoundPerson>> {
    if (this.#waiting.length > 0) this.#lookUp()
    await this.#looking
    return this.#found
  }

  #lookUp(): void {
    const ids = this.#waiting
    this.#waiting = []
    this.#looking = this.#looking.then(async () => {
      const { persons } = await findPersons(this.#identityPool, { hashes: [], ids })
      for (const [id, person] of persons) this.#found.set(id, person)
    })
    // Where reading the days fails first, nobody asks how this ended.
    this.#looking.catch(() => {})
  }
}
