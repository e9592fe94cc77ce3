export { bannerObjects } from './objects.ts'
