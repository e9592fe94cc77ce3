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
import { readAccess, readMe } from '#contract/access/user.ts'
import { call } from '../api/call.ts'
import { keyOf } from '../api/hooks.ts'
import { isSignedIn } from '../api/tokens.ts'
import { meFrom, type Me } from '../session/me.ts'
import { modulePlaceOf } from '../session/module.ts'
import { Frame } from './frame/frame.tsx'
import { landingOf, verdictOn } from './frame/menu.ts'
import type { Page } from './page.ts'
import { ErrorPage } from './pages/error-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { NothingPage } from './pages/nothing-page.tsx'
import { PagePending } from './pages/page-pending.tsx'
import { isLoginPath, leaveToLogin, wantedPlace } from './places.ts'
import { modulePages, pages } from './routes.tsx'

type RouterContext = { queryClient: QueryClient }

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: NotFoundPage })

/** Asked once for each page load; the frame and every guard read the same answers. */
const readWhoIAm = async (queryClient: QueryClient): Promise<Me> => {
  const ask = { params: { id: 'all' as const } }
  const [user, access] = await Promise.all([
    queryClient.ensureQueryData({ queryKey: keyOf(readMe), queryFn: () => call(readMe, {}), staleTime: Infinity }),
    queryClient.ensureQueryData({
      queryKey: keyOf(readAccess, ask),
      queryFn: () => call(readAccess, ask),
      staleTime: Infinity,
    }),
  ])
  return meFrom(user.data, access.data)
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

/** Every page asks the same guards before it shows (specification 2.7). */
function enter(me: Me, pathname: string): void {
  const verdict = verdictOn(me, pathname)
  if (verdict.kind === 'led') throw redirect({ href: verdict.to, replace: true })
  if (verdict.kind === 'absent') throw notFound()
}

const meOf = (context: unknown): Me => (context as { me: Me }).me

const routeOf = (parent: AnyRoute, { path, load }: Page): AnyRoute =>
  createRoute({
    path,
    getParentRoute: () => parent,
    component: lazyRouteComponent(async () => ({ page: await load() }), 'page'),
    beforeLoad: ({ context, location }) => enter(meOf(context), location.pathname),
  })

/** An address that only leads on (R022, R029, R033). */
const crossing = (parent: AnyRoute, path: string): AnyRoute =>
  createRoute({
    path,
    getParentRoute: () => parent,
    component: NothingPage,
    beforeLoad: ({ context, location }) => enter(meOf(context), location.pathname),
  })

const moduleRoute = createRoute({
  path: '$module',
  getParentRoute: () => frameRoute,
  component: Outlet,
  beforeLoad: ({ params }) => {
    if (!modulePlaceOf(params.module)) throw notFound()
  },
})

const routeTree = rootRoute.addChildren([
  frameRoute.addChildren([
    landing('/'),
    landing('/login'),
    ...pages.map((page) => routeOf(frameRoute, page)),
    crossing(frameRoute, 'user'),
    crossing(frameRoute, 'configuration'),
    moduleRoute.addChildren([crossing(moduleRoute, '/'), ...modulePages.map((page) => routeOf(moduleRoute, page))]),
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
