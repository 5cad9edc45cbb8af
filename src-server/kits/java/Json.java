import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON: maps, lists, texts, BigDecimal, Boolean, null. 读取 JSON。 */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** @throws IllegalArgumentException where the text is no JSON 不是 JSON 时抛出 */
  static Object read(String text) {
    try {
      Json json = new Json(text);
      Object value = json.value(0);
      json.blanks();
      if (json.at == text.length()) return value;
    } catch (StringIndexOutOfBoundsException tooShort) {
      throw new IllegalArgumentException("no JSON", tooShort);
    }
    throw new IllegalArgumentException("no JSON");
  }

  private Object value(int depth) {
    if (depth > 32) throw new IllegalArgumentException("too deep");
    blanks();
    char c = text.charAt(at);
    if (c == '"') return string();
    if (c == '{') return map(depth);
    if (c == '[') return list(depth);
    int start = at;
    while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) at++;
    String word = text.substring(start, at);
    if (word.equals("true") || word.equals("false")) return word.equals("true");
    return word.equals("null") ? null : new BigDecimal(word);
  }

  private Map<String, Object> map(int depth) {
    Map<String, Object> map = new LinkedHashMap<>();
    at++;
    if (isNext('}')) return map;
    do {
      blanks();
      String name = string();
      if (!isNext(':')) throw new IllegalArgumentException("no JSON");
      map.put(name, value(depth + 1));
    } while (isNext(','));
    if (!isNext('}')) throw new IllegalArgumentException("no JSON");
    return map;
  }

  private List<Object> list(int depth) {
    List<Object> list = new ArrayList<>();
    at++;
    if (isNext(']')) return list;
    do list.add(value(depth + 1));
    while (isNext(','));
    if (!isNext(']')) throw new IllegalArgumentException("no JSON");
    return list;
  }

  private String string() {
    if (text.charAt(at) != '"') throw new IllegalArgumentException("no JSON");
    StringBuilder out = new StringBuilder();
    for (at++; text.charAt(at) != '"'; at++) {
      char c = text.charAt(at);
      if (c == '\\') {
        c = text.charAt(++at);
        int known = "bfnrt".indexOf(c);
        if (known >= 0) c = "\b\f\n\r\t".charAt(known);
        if (c == 'u') {
          c = (char) Integer.parseInt(text.substring(at + 1, at + 5), 16);
          at += 4;
        }
      }
      out.append(c);
    }
    at++;
    return out.toString();
  }

  private boolean isNext(char c) {
    blanks();
    boolean is = text.charAt(at) == c;
    if (is) at++;
    return is;
  }

  private void blanks() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }
}
