import { useMe } from '../../../session/me.ts'
import { Portrait } from '../../../ui/portrait.tsx'
import { usePicture } from './use-picture.ts'

/** The signed-in user's picture, or initials. */
export function OwnPortrait() {
  const me = useMe()
  return <Portrait name={me.name} image={usePicture(me.id, me.picture)} />
}
