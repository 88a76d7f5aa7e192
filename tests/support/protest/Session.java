// Answers given to the original program's own record of an annotation, which checks them for
// conflicts and saves them. What it asks of its surroundings is given here; instead of a database,
// the statements that it executes are printed, with their parameters.
//
// Input, a line each, with tabs between the fields: `example ID ANNOTATOR FIRST_LINE`,
// `word pronoun|antecedent LINE POSITION` (highlighted), `pronoun VALUE`, `antecedent VALUE`,
// `remarks TEXT`, `tag TAG`, `select LINE POSITION`, and `save`.

package protest.db;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

public class Session {
  public static void main(String[] unused) throws Exception {
    InputStreamReader bytes = new InputStreamReader(System.in, StandardCharsets.UTF_8);
    BufferedReader input = new BufferedReader(bytes);
    TestSuiteExample example = null;
    AnnotationRecord record = null;
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] field = line.split("\t", -1);
      switch (field[0]) {
        case "example":
          example = new TestSuiteExample(Integer.parseInt(field[3]));
          record = new AnnotationRecord(
              example, Integer.parseInt(field[1]), Integer.parseInt(field[2]));
          break;
        case "word":
          example.highlight(
              field[1], new Position(Integer.parseInt(field[2]), Integer.parseInt(field[3])));
          break;
        case "pronoun":
          record.setAnaphorAnnotation(field[1]);
          break;
        case "antecedent":
          record.setAntecedentAnnotation(field[1]);
          break;
        case "remarks":
          record.setRemarks(field[1]);
          break;
        case "tag":
          record.addTag(field[1]);
          break;
        case "select":
          record.setTokenApproval(
              Integer.parseInt(field[1]) - example.getFirstLine(), Integer.parseInt(field[2]), "ok");
          break;
        default:
          record.saveAnnotations();
          System.out.println("saved");
      }
    }
  }
}

class TestSuiteExample {
  private final int first;
  private final Collection<Position> pronoun = new ArrayList<>();
  private final Collection<Position> antecedent = new ArrayList<>();

  TestSuiteExample(int first) {
    this.first = first;
  }

  void highlight(String of, Position word) {
    (of.equals("pronoun") ? pronoun : antecedent).add(word);
  }

  public Database getDatabase() {
    return new Database();
  }

  public int getFirstLine() {
    return first;
  }

  public Collection<Position> getAnaphorTargetPositions() {
    return pronoun;
  }

  public Collection<Position> getAntecedentTargetPositions() {
    return antecedent;
  }
}

class Database {
  public String getMetadata(String unused) {
    return "";
  }

  public String getAnnotatorName(int unused) {
    return "";
  }

  public void fireDatabaseUpdate(AnnotationRecord unused) {}

  public static void close(AutoCloseable unused) {}

  public Connection getConnection() {
    return stand(Connection.class, (proxy, method, given) ->
        method.getName().equals("prepareStatement") ? statement((String) given[0]) : null);
  }

  private static PreparedStatement statement(String sql) {
    TreeMap<Integer, Object> values = new TreeMap<>();
    return stand(PreparedStatement.class, (proxy, method, given) -> {
      if (method.getName().startsWith("set")) values.put((Integer) given[0], given[1]);
      if (!method.getName().equals("execute")) return null;
      List<String> told = new ArrayList<>();
      told.add(sql);
      values.values().forEach((value) -> told.add(value.toString()));
      System.out.println(String.join("\t", told));
      return true;
    });
  }

  private static <T> T stand(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(Database.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
