import { demoPassword } from '#demo/world.ts'

/** A login of the demo world, and the host where they sign in. */
export interface Login {
  email: string
  password: string
  name: string
  host: string
}

const login = (email: string, name: string, host: string): Login => ({ email, password: demoPassword, name, host })

export const acme = 'acme.localhost'

export const people = {
  root: login('root@leadloom.test', 'Robin Root', 'localhost'),
  salesRep: login('rep@leadloom.test', 'Remy Pace', 'localhost'),
  executive: login('ae@leadloom.test', 'Avery Stone', 'localhost'),
  acmeOwner: login('owner@acme.test', 'Dana Acme', acme),
  acmeAdmin: login('admin@acme.test', 'Alex Moreno', acme),
  plumbright: login('client@plumbright.test', 'Pat Lumley', acme),
  harborRealty: login('client@harborrealty.test', 'Harper Boyd', acme),
  cedarDental: login('client@cedardental.test', 'Cleo Danner', acme),
  brightsideOwner: login('owner@brightside.test', 'Brooke Sideris', 'brightside.localhost'),
} as const
