import type { MailSample, MailSamples } from '../mail-sample.ts'
import type { SampleOwner } from './write-sample.ts'

/** Operators send everything that is sent to agencies; an agency never sends what is only the operator's. */
export const isSentBy = ({ isOperators }: MailSample, { agencyId }: SampleOwner): boolean =>
  agencyId === null || isOperators !== true

export const findSample = (samples: MailSamples, name: string, owner: SampleOwner): MailSample | undefined => {
  const sample = Object.hasOwn(samples, name) ? samples[name] : undefined
  return sample && isSentBy(sample, owner) ? sample : undefined
}
