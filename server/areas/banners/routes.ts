import {
  archiveBanner,
  copyBanner,
  getBanner,
  listBannerPictures,
  listBannerVersions,
  readBannerPicture,
  readBrandKit,
  removeBannerPicture,
  restoreBanner,
  saveBanner,
  saveBrandKit,
  showBanners,
  startBannerCreate,
  uploadBannerPicture,
} from '#contract/banners/banners.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import {
  handleArchive,
  handleCopy,
  handleGet,
  handleRestore,
  handleSave,
  handleShow,
  handleStart,
  handleVersions,
} from './banners.ts'
import { handleReadKit, handleSaveKit } from './brand-kit.ts'
import { handleListPictures, handleRemovePicture } from './stored-pictures.ts'
import { handleReadPicture, handleUploadPicture } from './pictures.ts'

export const routes: Route[] = [
  bind(showBanners, handleShow),
  bind(startBannerCreate, handleStart),
  bind(getBanner, handleGet),
  bind(saveBanner, handleSave),
  bind(copyBanner, handleCopy),
  bind(archiveBanner, handleArchive),
  bind(listBannerVersions, handleVersions),
  bind(restoreBanner, handleRestore),
  bind(readBrandKit, handleReadKit),
  bind(saveBrandKit, handleSaveKit),
  bind(uploadBannerPicture, handleUploadPicture),
  bind(readBannerPicture, handleReadPicture),
  bind(listBannerPictures, handleListPictures),
  bind(removeBannerPicture, handleRemovePicture),
]
