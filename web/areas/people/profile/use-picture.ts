import { readPicture } from '#contract/people/picture.ts'
import { useCall } from '../../../api/hooks.ts'

/** A person's picture as a data URL; null if there is none. `version` comes from the user data. */
export function usePicture(userId: string, version: string | null): string | null {
  const picture = useCall(readPicture, { params: { id: userId } }, { enabled: version !== null })
  return version === null ? null : (picture.data?.data.image ?? null)
}
