import type { ClientBase } from 'pg'
import type { Driver } from './driver.ts'
import { plainDriver } from './plain-driver.ts'
import { tunedDriver } from './tuned-driver.ts'

export type DriverName = 'plain' | 'tuned'

const plain = new WeakSet<ClientBase>()

/** Sets how statements are sent on a new connection. */
export function chooseDriver(client: ClientBase, name: DriverName): void {
  if (name === 'plain') plain.add(client)
}

export const driverOf = (client: ClientBase): Driver => (plain.has(client) ? plainDriver : tunedDriver)
