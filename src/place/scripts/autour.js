/**
 * « Autour de moi »: asks for the position when the button is pressed, rounds it to about 100 m, and puts it in the address of
 * the page, which no log holds. The button shows where the browser can tell a position.
 */
const box = document.getElementById('autour')
const button = box.querySelector('button')
const told = box.querySelector('[role=status]')

const rounded = degrees => degrees.toFixed(3)

button.addEventListener('click', () => {
  button.disabled = true
  told.textContent = ''
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      // Back shows this page as it was left.
      button.disabled = false
      location.assign(`?pres=${rounded(coords.latitude)},${rounded(coords.longitude)}`)
    },
    () => {
      button.disabled = false
      told.textContent = 'Votre appareil n’a pas donné sa position.'
    },
    { timeout: 10_000, maximumAge: 60_000 },
  )
})
box.hidden = !('geolocation' in navigator)
