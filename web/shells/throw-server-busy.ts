import { asFailure, CallFailure } from '../api/failure.ts'
import { translate } from '../i18n/texts.tsx'

/** R180: replaces the message if creating, changing or checking a company or campaign fails with a generic server error. */
export function throwServerBusy(thrown: unknown): never {
  const failure = asFailure(thrown)
  if (failure.code !== 'internal' && failure.code !== 'unexpected') throw failure
  throw new CallFailure({ ...failure, message: translate('Server might be busy please try again later') })
}
