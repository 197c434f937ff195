/**
 * The panel asks for itself every five minutes. Away from the network, the slides that are here go on turning: each has its
 * date, and after a day the page says that it is old. Without this script the page reloads itself. For browsers of 2017.
 */
const EVERY = 300000
const DAY = 86400000
const opened = Date.now()
let renewed = opened

function renew() {
  const request = new XMLHttpRequest()
  request.open('GET', location.href)
  request.setRequestHeader('Cache-Control', 'no-cache')
  // A document, and not a text to parse: Trusted Types guard that.
  request.responseType = 'document'
  request.timeout = 20000
  request.onload = () => {
    const next = request.response
    if (request.status !== 200 || !next || !next.querySelector('.slide')) return
    renewed = Date.now()
    // A page that is open for days grows in old browsers.
    if (renewed - opened > DAY) location.reload()
    else if (next.body.innerHTML !== document.body.innerHTML)
      document.documentElement.replaceChild(document.adoptNode(next.body), document.body)
  }
  request.onloadend = () => {
    document.querySelector('.old').hidden = Date.now() - renewed < DAY
  }
  request.send()
}
setInterval(renew, EVERY)
