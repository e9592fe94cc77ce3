import { inject } from 'vitest'

/** A program with its demo world, and what the journeys on it share. */
export interface World {
  port: number
  /** The port where a test may serve a website that the program is allowed to fetch. */
  shopPort: number
  /** The port where a test may run the DNS server that the program queries. */
  namesPort: number
  /** Sessions of people who are already signed in, one file each. */
  sessionFolder: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each lane, which runs its journeys one after the other. */
    worlds: readonly World[]
  }
}

/** The world of this lane. */
export const world = (): World => inject('worlds')[Number(process.env['VITEST_POOL_ID']) - 1]!
