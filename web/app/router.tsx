import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router'
import { guard } from '#contract/guards/guard.ts'
import { landingOf } from '#contract/guards/landing.ts'
import { readStanding } from '#contract/inbox/standing.ts'
import { readAccess, readMe } from '#contract/people/user.ts'
import { call } from '../api/call.ts'
import { keyOf, type Read } from '../api/hooks.ts'
import { CallFailure } from '../api/failure.ts'
import { forgetSession, isSignedIn } from '../api/tokens.ts'
import { followLanguage } from '../i18n/locale.ts'
import { brand, viewBrand } from '../session/boot.ts'
import { meFrom, type Me } from '../session/me.ts'
import { modulePlaceOf } from '../session/module.ts'
import type { Absent } from './absent.ts'
import type { ComponentType } from 'react'
import { loadLazyParts } from '../start/lazy/lazy-parts.ts'
import { Frame } from './frame/frame.tsx'
import type { Page } from './page.ts'
import { ErrorPage } from './pages/error-page.tsx'
import { NoAccessPage } from './pages/no-access-page.tsx'
import { PagePending } from './pages/page-pending.tsx'
import { StartPending } from './pages/start-pending.tsx'
import { applyBrand } from './apply-brand.ts'
import { isLoginPath, leaveToLogin, returnPath } from './login-paths.ts'
import { modulePages, pages } from './routes.tsx'

type RouterContext = { queryClient: QueryClient }

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet })

/** Requested once per page load; the frame and every route guard share the response. */
const readWhoIAm = async (queryClient: QueryClient): Promise<Me> => {
  const ask = { params: { id: 'all' as const } }
  const [user, access, standing] = await Promise.all([
    queryClient.ensureQueryData({ queryKey: keyOf(readMe), queryFn: () => call(readMe, {}), staleTime: Infinity }),
    queryClient.ensureQueryData({
      queryKey: keyOf(readAccess, ask),
      queryFn: () => call(readAccess, ask),
      staleTime: Infinity,
    }),
    queryClient.ensureQueryData({
      queryKey: keyOf(readStanding),
      queryFn: () => call(readStanding, {}),
      staleTime: Infinity,
    }),
  ])
  if (user.data.isViewMode === false && followLanguage(user.data.language)) {
    location.reload()
    return pageLoads()
  }
  const viewedBrand = user.data.viewed_brand
  viewBrand(viewedBrand)
  if (viewedBrand) applyBrand(brand())
  return meFrom(user.data, access.data, standing.data)
}

/** Never settles, because a page load that is under way replaces this page. */
const pageLoads = (): Promise<never> => new Promise(() => {})

/**
 * A rejection here means that the session has ended. The dialog that says so is shown alone, not over a failed page. If
 * a stored session is rejected, it is deleted and the page starts over (R085).
 */
function whenRefused(error: unknown): Promise<never> {
  const status = error instanceof CallFailure ? error.status : 0
  if (status !== 401 && status !== 403 && status !== 404) throw error
  if (isSignedIn()) {
    forgetSession()
    location.assign('/')
  }
  return pageLoads()
}

/** The frame of the signed-in user, who is known before anything renders. */
function FramedPages() {
  return <Frame me={frameRoute.useRouteContext().me} />
}

const frameRoute = createRoute({
  id: 'frame',
  getParentRoute: () => rootRoute,
  component: FramedPages,
  pendingComponent: StartPending,
  beforeLoad: async ({ context, location, preload }) => {
    if (!isSignedIn()) {
      // Preloading a hovered link must not redirect to the login, for example during sign-out.
      if (!preload) leaveToLogin(location.href)
      return pageLoads()
    }
    return { me: await readWhoIAm(context.queryClient).catch(whenRefused) }
  },
})

/** `/` and `/login` redirect signed-in users to their start page (specification 2.6). */
const landing = (path: string): AnyRoute =>
  createRoute({
    path,
    getParentRoute: () => frameRoute,
    component: NoAccessPage,
    beforeLoad: ({ context, location }) => {
      const target = returnPath(location.searchStr)
      const to = target === '/' ? landingOf(context.me.access)?.to : target
      if (to && !isLoginPath(to)) throw redirect({ href: to, replace: true })
    },
  })

/**
 * Every page runs the same access checks before it is shown (specification 2.7). A missing object is reported to the
 * frame, which shows that in place of the page: the router's own "not found" would remove the frame.
 */
function enter(me: Me, pathname: string): { absent?: Absent } {
  const verdict = guard(me.access, pathname)
  if (verdict.kind === 'redirect') throw redirect({ href: verdict.to, replace: true })
  return verdict.kind === 'absent' ? { absent: verdict.rule === 'R042' ? 'unknown' : 'refused' } : {}
}

type BelowFrame = typeof frameRoute | typeof moduleRoute

/** Starts a page's first read without waiting for it. The page itself shows the result or the error. */
const readAhead = (queryClient: QueryClient, reading: Promise<Read | undefined> | undefined): void =>
  void reading?.then((options) => options && queryClient.prefetchQuery(options)).catch(() => undefined)

/** Pages wait for the styles of all components, except the dashboard, whose styles are loaded early. */
async function loadPage(path: string, load: Page['load']): Promise<{ page: ComponentType }> {
  const [page] = await Promise.all([load(), path === 'dashboard' || loadLazyParts()])
  return { page }
}

const routeOf = (parent: BelowFrame, { path, load, firstRead }: Page): AnyRoute =>
  createRoute({
    path,
    getParentRoute: () => parent,
    component: lazyRouteComponent(() => loadPage(path, load), 'page'),
    beforeLoad: ({ context, location }) => ({
      ...enter(context.me, location.pathname),
      // What the page's lists are searched for, which the URL does not say (`table-state.ts`).
      listSearch: location.state.listSearch,
    }),
    loader: ({ context, params }) => {
      if (!context.absent) readAhead(context.queryClient, firstRead?.(params))
    },
  })

/** A route that only redirects (R022, R029, R033). */
const crossing = (parent: BelowFrame, path: string): AnyRoute =>
  createRoute({
    path,
    getParentRoute: () => parent,
    component: NoAccessPage,
    beforeLoad: ({ context, location }) => enter(context.me, location.pathname),
  })

const moduleRoute = createRoute({
  path: '$module',
  getParentRoute: () => frameRoute,
  component: Outlet,
  beforeLoad: ({ params }): { absent?: Absent } => (modulePlaceOf(params.module) ? {} : { absent: 'unknown' }),
})

/** Any other path (R042). The access checks still run, since they may redirect or deny it. */
const elsewhereRoute = createRoute({
  path: '$',
  getParentRoute: () => frameRoute,
  component: Outlet,
  beforeLoad: ({ context, location }) => ({ absent: 'unknown' as Absent, ...enter(context.me, location.pathname) }),
})

const routeTree = rootRoute.addChildren([
  frameRoute.addChildren([
    landing('/'),
    landing('/login'),
    ...pages.map((page) => routeOf(frameRoute, page)),
    crossing(frameRoute, 'user'),
    crossing(frameRoute, 'configuration'),
    crossing(frameRoute, 'audience'),
    crossing(frameRoute, 'client'),
    moduleRoute.addChildren([crossing(moduleRoute, '/'), ...modulePages.map((page) => routeOf(moduleRoute, page))]),
    elsewhereRoute,
  ]),
])

/** Search parameters stay strings: a search for `007` or `true` means exactly what was typed. */
const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))
const stringifySearch = (search: Record<string, unknown>): string => {
  const parameters = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(parameters.map(([key, value]) => [key, String(value)])).toString()
  return text ? `?${text}` : ''
}

/** The router's way to make a location of what a link says. */
type Build = (way: { to?: unknown; href?: string }) => unknown

/**
 * Links of this program are whole addresses (`/leads?client=…`). The router would take what stands behind `?` for the end of
 * the path, and read ahead what does not exist.
 */
const splitsSearch =
  (build: Build): Build =>
  (way) =>
    build(typeof way.to === 'string' && way.to.includes('?') ? { ...way, href: way.to } : way)

// oxlint-disable-next-line typescript/explicit-module-boundary-types
export const createAppRouter = (queryClient: QueryClient) => {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
    defaultPendingComponent: PagePending,
    defaultPendingMs: 200,
  })
  router.buildLocation = splitsSearch(router.buildLocation as Build) as typeof router.buildLocation
  return router
}
