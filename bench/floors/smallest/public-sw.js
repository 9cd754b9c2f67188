/** Keeps every file of the page and answers from there. FILES is put in by the bench. */
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open('all').then((cache) => cache.addAll(FILES)))
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  event.respondWith(
    caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)),
  )
})
