import { asFailure, CallFailure } from '../api/failure.ts'
import { translate } from '../i18n/texts.tsx'

/** R180: the failure to show if creating, changing or checking a company or campaign fails with a generic server error. */
export function whenServerBusy(error: unknown): CallFailure {
  const failure = asFailure(error)
  if (failure.code !== 'internal' && failure.code !== 'unexpected') return failure
  return new CallFailure({ ...failure, message: translate('Server might be busy please try again later') })
}

/** The same, for what awaits the call. */
export function throwServerBusy(error: unknown): never {
  throw whenServerBusy(error)
}
