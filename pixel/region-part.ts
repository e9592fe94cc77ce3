import { part, whenOpened } from './part.ts'

// What the server sends in place of the part for consent platforms where it knows from the request that nobody may be identified: by the
// rule of the visitor's country, or by the header of Global Privacy Control, whose property some browsers leave out.

/** Put in by the build: `wait` where nothing may be sent at all. */
declare const SERVER_VERDICT: 'gpc' | 'region' | 'wait'

whenOpened(() => {
  part.r!.v = SERVER_VERDICT
  if (SERVER_VERDICT !== 'wait') return
  // Of a browser that was known elsewhere nothing stays. The pixel itself touches the device only once it may send something.
  document.cookie = '_lid=;path=/;max-age=0'
  try {
    delete localStorage['_lid']
  } catch {
    // Frames without storage have nothing to delete.
  }
})
