import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router'
import { readMe } from '#contract/access/user.ts'
import { call } from '../api/call.ts'
import { keyOf } from '../api/hooks.ts'
import { isSignedIn } from '../api/tokens.ts'
import { meFrom, type Me } from '../session/me.ts'
import { modulePlaceOf } from '../session/module.ts'
import { Frame } from './frame/frame.tsx'
import { landingOf } from './frame/menu.ts'
import type { Page } from './page.ts'
import { ErrorPage } from './pages/error-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { NothingPage } from './pages/nothing-page.tsx'
import { PagePending } from './pages/page-pending.tsx'
import { isLoginPath, leaveToLogin, wantedPlace } from './places.ts'
import { modulePages, pages } from './routes.tsx'

type RouterContext = { queryClient: QueryClient }

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: NotFoundPage })

/** Asked once for each page load; the frame and every guard read the same answer. */
const readWhoIAm = async (queryClient: QueryClient): Promise<Me> => {
  const answer = await queryClient.ensureQueryData({ queryKey: keyOf(readMe), queryFn: () => call(readMe, {}), staleTime: Infinity })
  return meFrom(answer.data)
}

/** Never settles: the page load that is under way takes over. */
const pageLoads = (): Promise<never> => new Promise(() => {})

const frameRoute = createRoute({
  id: 'frame',
  getParentRoute: () => rootRoute,
  component: Frame,
  beforeLoad: async ({ context, location }) => {
    if (!isSignedIn()) {
      leaveToLogin(location.href)
      return pageLoads()
    }
    return { me: await readWhoIAm(context.queryClient) }
  },
})

/** `/` leads a signed-in person to their first page; so does `/login` (specification 2.6). */
const landing = (path: string): AnyRoute =>
  createRoute({
    path,
    getParentRoute: () => frameRoute,
    component: NothingPage,
    beforeLoad: ({ context, location }) => {
      const wanted = wantedPlace(location.searchStr)
      const to = wanted === '/' ? landingOf(context.me) : wanted
      if (to && !isLoginPath(to)) throw redirect({ href: to, replace: true })
    },
  })

const routeOf = (parent: AnyRoute, { path, load, isFor }: Page): AnyRoute =>
  createRoute({
    path,
    getParentRoute: () => parent,
    component: lazyRouteComponent(async () => ({ page: await load() }), 'page'),
    beforeLoad: ({ context }) => {
      if (isFor && !isFor((context as unknown as { me: Me }).me)) throw notFound()
    },
  })

const moduleRoute = createRoute({
  path: '$module',
  getParentRoute: () => frameRoute,
  component: Outlet,
  beforeLoad: ({ params }) => {
    if (!modulePlaceOf(params.module)) throw notFound()
  },
})

const moduleIndexRoute = createRoute({
  path: '/',
  getParentRoute: () => moduleRoute,
  beforeLoad: ({ params }) => {
    throw redirect({ href: `/${params.module}/campaign-management`, replace: true })
  },
})

const routeTree = rootRoute.addChildren([
  frameRoute.addChildren([
    landing('/'),
    landing('/login'),
    ...pages.map((page) => routeOf(frameRoute, page)),
    moduleRoute.addChildren([moduleIndexRoute, ...modulePages.map((page) => routeOf(moduleRoute, page))]),
  ]),
])

/** Search parameters stay plain texts: a search for `007` or `true` is what was typed. */
const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))
const stringifySearch = (search: Record<string, unknown>): string => {
  const kept = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(kept.map(([key, value]) => [key, String(value)])).toString()
  return text ? `?${text}` : ''
}

// oxlint-disable-next-line typescript/explicit-module-boundary-types
export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: PagePending,
    defaultPendingMs: 200,
  })
