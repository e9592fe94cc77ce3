import { Skeleton } from '@mantine/core'

/** Skeleton of a page while its code loads. */
export function PagePending() {
  return (
    <div aria-hidden="true">
      <Skeleton height={30} width={240} mb={10} />
      <Skeleton height={14} width={170} mb={24} />
      <Skeleton height={340} radius="lg" />
    </div>
  )
}
