import { deliveryFaults } from './deliveries.ts'
import type { SourceFault } from './fault.ts'
import { limitFaults } from './limits.ts'
import { machineFaults } from './machine.ts'
import { moneyFaults } from './money.ts'
import { pipelineFaults } from './pipeline.ts'
import { privacyFaults } from './privacy.ts'
import { reportFaults } from './reports.ts'
import { rightsFaults } from './rights.ts'
import { signInFaults } from './sign-in.ts'
import { tenancyFaults } from './tenancy.ts'

/** All faults by their area, as the list shows them. */
export const faultsByArea: Readonly<Record<string, readonly SourceFault[]>> = {
  Tenancy: tenancyFaults,
  'Sign-in': signInFaults,
  Rights: rightsFaults,
  'Limits and the outside': limitFaults,
  Privacy: privacyFaults,
  'From the hit to the lead': pipelineFaults,
  Deliveries: deliveryFaults,
  Money: moneyFaults,
  'Days and reports': reportFaults,
  'The machine': machineFaults,
}

export const allFaults: readonly SourceFault[] = Object.values(faultsByArea).flat()
