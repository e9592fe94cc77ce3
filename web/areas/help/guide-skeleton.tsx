import { Skeleton } from '@mantine/core'
import { Card } from '../../ui/card.tsx'

/** While the handbook loads. */
export function GuideSkeleton() {
  return (
    <Card>
      {['60%', '90%', '75%', '85%', '40%'].map((width) => (
        <Skeleton key={width} height={14} mb="md" width={width} />
      ))}
    </Card>
  )
}
