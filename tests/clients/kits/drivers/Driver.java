import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.Map;

/** Drives the Java kit by lines of JSON: its time and its settings come from the test. */
final class Driver {
  private static volatile long now;
  private static Driven licence;
  private static final Thread[] threads = new Thread[2];
  private static final String[] found = new String[2];

  private Driver() {}

  private static final class Driven extends Pulsekey {
    Driven(String kami, String machine, Path folder, Map<?, ?> settings) {
      super(kami, machine, folder, null);
      address = settings.get("address").toString();
      app = number(settings.get("app"));
      appkey = settings.get("appkey").toString();
      rc4key = settings.get("rc4key").toString();
      version = settings.get("version").toString();
      mode = number(settings.get("mode"));
      graceHours = number(settings.get("grace_hours"));
      answerKey = settings.get("answer_key").toString();
      answerKeyNext = settings.get("answer_key_next").toString();
    }

    @Override
    protected long now() {
      return now;
    }
  }

  public static void main(String[] given) throws Exception {
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      out.println(obey((Map<?, ?>) Json.read(line)));
    }
  }

  private static String obey(Map<?, ?> order) throws Exception {
    switch (text(order, "do")) {
      case "open":
        Path folder = Paths.get(text(order, "folder"));
        licence = new Driven(text(order, "kami"), text(order, "machine"), folder, (Map<?, ?>) order.get("settings"));
        return "null";
      case "clock":
        now = number(order.get("now"));
        return "null";
      case "check":
        return json(licence.check());
      case "state":
        return json(licence.state());
      case "unbind":
        return json(licence.unbind());
      case "notice":
        return json(licence.notice());
      case "update":
        return json(licence.update());
      case "pause":
        return Double.toString(licence.pause());
      case "newer":
        return Boolean.toString(Pulsekey.isNewer(text(order, "version"), text(order, "own")));
      case "machine":
        return json(Pulsekey.machineCode());
      case "verify":
        return Boolean.toString(
            Ed25519.verify(bytes(order, "key"), bytes(order, "message"), bytes(order, "signature")));
      case "both":
        both();
        return "null";
      case "joined":
        return joined();
      case "start":
        licence.start();
        return "null";
      case "stop":
        licence.stop();
        return "null";
      default:
        throw new IOException("unknown order");
    }
  }

  /** Returns when one thread asks and the other one waits for it. */
  private static void both() throws InterruptedException {
    for (int i = 0; i < 2; i++) {
      int at = i;
      threads[i] = new Thread(() -> found[at] = json(licence.check()));
      threads[i].start();
    }
    while (threads[0].getState() != Thread.State.BLOCKED && threads[1].getState() != Thread.State.BLOCKED) {
      Thread.sleep(1);
    }
  }

  private static String joined() throws InterruptedException {
    for (Thread thread : threads) thread.join();
    return "[" + String.join(",", found) + "]";
  }

  private static String json(Pulsekey.State state) {
    String name = state.name.name().toLowerCase(java.util.Locale.ROOT);
    return "{\"name\":" + json(name) + ",\"code\":" + state.code + ",\"text\":" + json(state.text) + ",\"end\":" + state.end + "}";
  }

  private static String json(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) out.append(c < 32 || c == '"' || c == '\\' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
    return out.append('"').toString();
  }

  private static byte[] bytes(Map<?, ?> order, String name) {
    String hex = text(order, name);
    byte[] all = new BigInteger("01" + hex, 16).toByteArray();
    return Arrays.copyOfRange(all, 1, all.length);
  }

  private static String text(Map<?, ?> order, String name) {
    return order.get(name).toString();
  }

  private static int number(Object value) {
    return ((BigDecimal) value).intValueExact();
  }
}
