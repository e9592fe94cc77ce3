import { Skeleton } from '@mantine/core'

/** Keeps the room of one line of text while it loads. */
export function LoadingLine() {
  return <Skeleton height={14} width={220} my={4} />
}
