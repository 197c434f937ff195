/** « Imprimer » in place of the words that say how. */
const box = document.getElementById('imprimer')
const button = box.querySelector('button')

button.addEventListener('click', () => print())
button.hidden = false
box.querySelector('span').hidden = true
