export function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

// A text of at most so many characters, and accents on one letter: a browser takes minutes to draw a hundred thousand.
export const bounded = (text, most) => text.slice(0, most).replace(/(\p{M}{40})\p{M}+/gu, "$1");

// Once a node is about to come into sight.
export function whenNear(node, margin, act) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    act();
  }, { rootMargin: margin });
  observer.observe(node);
}
