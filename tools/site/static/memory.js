// What a reader has answered, kept in this browser alone; a page works without it, where storage is switched off.

const MARK = "minitok:";

export const key = (lesson, question) => `${MARK}${lesson}:${question}`;

export function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

export function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // then nothing is kept
  }
}

const names = (lesson) => Object.keys(localStorage).filter((name) => name.startsWith(lesson ? key(lesson, "") : MARK));

export function countDone(lesson) {
  try {
    return names(lesson).filter((name) => read(name)?.done).length;
  } catch {
    return 0;
  }
}

export function forget() {
  names().forEach((name) => localStorage.removeItem(name));
}
