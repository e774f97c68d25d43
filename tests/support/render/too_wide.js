// Elements that reach beyond the screen, or whose content does; what is there for ears alone takes no room.
() => [...document.body.querySelectorAll("*")]
  .filter((element) => {
    const box = element.getBoundingClientRect();
    return box.left < -0.5 || box.right > window.innerWidth + 0.5 || (box.width > 1 && element.scrollWidth > window.innerWidth);
  })
  .map((element) => element.outerHTML.slice(0, 120))
