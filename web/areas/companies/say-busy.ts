import { asFailure, CallFailure } from '../../api/failure.ts'
import { translate } from '../../i18n/texts.tsx'

/** R180: what is said when creating, changing or checking a company comes to nothing without a word of the server's own. */
export function sayBusy(thrown: unknown): never {
  const failure = asFailure(thrown)
  if (failure.code !== 'internal' && failure.code !== 'unexpected') throw failure
  throw new CallFailure({ ...failure, message: translate('Server might be busy please try again later') })
}
