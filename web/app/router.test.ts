import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createAppRouter } from './router.tsx'

test('a link that is a whole address leads to its page, its search apart from the path', () => {
  const router = createAppRouter(new QueryClient())
  const { pathname, search, href } = router.buildLocation({ to: '/siteid/campaigns/7?tab=destinations' } as never)
  expect({ pathname, search, href }).toEqual({
    pathname: '/siteid/campaigns/7',
    search: { tab: 'destinations' },
    href: '/siteid/campaigns/7?tab=destinations',
  })
})
